//! Verification of records, which hold or name their game.

use std::path::Path;

use super::{Report, Status, messages};
use crate::{GameArgs, record};

/// Fills in a report; an error says why the records cannot be replayed.
pub(super) fn verify(path: &Path, args: &GameArgs, report: &mut Report) -> Result<(), String> {
    let records = record::read_all(path).map_err(|error| error.to_string())?;
    for record in records {
        let game = match record::open(&record, None, args) {
            Ok((_, game)) => game,
            Err(found) if found.list.iter().any(|one| one.code.is_unplayable()) => {
                report.status = Status::Unsupported;
                report.reason = Some(messages(found));
                return Ok(());
            }
            Err(found) => return Err(messages(found)),
        };
        if let Err(mismatch) = record.replay(&game) {
            report.status = Status::Diverged;
            report.ply = Some(mismatch.number);
            report.reason = Some(mismatch.to_string());
            return Ok(());
        }
    }
    Ok(())
}
