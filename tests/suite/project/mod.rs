//! The project itself: the order of its stages, and the documents that are made from it.

mod architecture;
mod documents;
