export const health = {
  'health.title': 'Issuing has stopped: the log is not in order',
  'health.damage.corrupt': 'The log file is damaged: what is in it can no longer be read.',
  'health.damage.truncated': 'The log file was cut off: its end is missing.',
  'health.damage.zero_length': 'The log file is there, but empty: 0 bytes.',
  'health.damage.missing': 'The log file is gone, although this desk has had one.',
  'health.damage.missing_wal':
    'The companion of the log file (-wal) is missing, and with it the newest events.',
  'health.damage.read_only': 'The log file can be read, but not written.',
  'health.damage.newer_schema': 'The log was written by a newer version of Deposit Desk.',
  'health.damage.permission_denied': 'This account is not allowed to open the log file.',
  'health.damage.cannot_open':
    'The log file could not be opened: another program has it, or the system or the disk did not let it be read. That says nothing of what is in it.',
  'health.damage.disk_full': 'The disk is full, so nothing more can be recorded.',
  'health.damage.not_a_log': 'The file in the log’s place is not a log of Deposit Desk.',
  'health.damage.moved':
    'The log file was moved, deleted or replaced while the desk was running. What is written now would be lost.',
  'health.next.restore': 'Restore the newest good backup below. Nothing is deleted by that.',
  'health.next.choose':
    'Part of the damaged log is still good. Choose below what to go on from: each says what it lacks. Nothing is deleted by that.',
  'health.next.own':
    'There is no good backup, but part of the damaged log is still good. Go on from it below. Nothing is deleted by that.',
  'health.next.noBackup':
    'There is no good backup. Keep the files as they are and ask whoever looks after this machine.',
  'health.next.read_only': 'Make the file and its folder writable, then start the desk again.',
  'health.next.newer_schema': 'Start the newer version. The file was not touched.',
  'health.next.permission_denied':
    'Give this account the right to read and write it, then start the desk again.',
  'health.next.cannot_open':
    'Close programs that may hold the file (a backup tool, a virus scanner), check the disk, then start the desk again.',
  'health.next.disk_full':
    'Free some space and leave the desk open: it goes on by itself within seconds.',
  'health.next.moved':
    'Put the very same file back: the desk then goes on by itself. If it is gone for good, close the desk and start it again; it will offer the newest good backup.',
  'health.nothing': 'Nothing is issued until this is settled. What was issued before stays issued.',
  'health.file': 'File',
  'health.setAside': 'Set aside in',
  'health.inPlace': 'The file was left where it is, unchanged.',
  'health.detail': 'Technical detail',
  'health.backup': 'Newest good backup',
  'health.backup.facts': 'taken {{time}}, {{requests}}, up to event {{seq}}, {{size}}',
  'health.requests_one': '{{count}} request',
  'health.requests_other': '{{count}} requests',
  'health.own': 'Good part of this log',
  'health.own.facts':
    'up to event {{seq}} of {{time}}, {{requests}}, from the damaged file of {{size}}',
  'health.own.restore': 'Go on from the good part',
  'health.missing': 'It lacks',
  'health.missing.range': 'events {{from}} to {{to}}: everything after {{time}}',
  'health.missing.rangeUndated': 'events {{from}} to {{to}}',
  'health.missing.open': 'everything after {{time}}, from event {{from}} on; how much is not known',
  'health.missing.openUndated': 'everything from event {{from}} on; how much is not known',
  'health.missing.none': 'nothing, as far as can be told',
  'health.unproven': 'Not proven',
  'health.unproven.range':
    'events {{from}} to {{to}}: no stamp of this desk’s key vouches for them, so somebody may have changed them. Compare with the provider what matters in them.',
  'health.restore': 'Restore this backup',
  'health.restored.title': 'The log was restored from a backup. Issuing waits for you',
  'health.restored.text':
    'Requests issued in the missing part are not in this log, but they may exist at the provider. Do not issue them again before you have asked.',
  'health.restored.from': 'Restored from',
  'health.restored.missing': 'Missing',
  'health.restored.acknowledge': 'I have seen what is missing',
  'health.notWriting.title': 'The log cannot be written',
  'health.notWriting.text':
    'What cannot be recorded is not sent. The desk tries again by itself; check the disk meanwhile.',
  'health.notWriting.try':
    'What cannot be recorded is not sent. Check the disk, then issue again: that tries it.',
  'health.notWriting.held_one':
    '{{count}} answer came and is held in memory only. Save it before you close the desk.',
  'health.notWriting.held_other':
    '{{count}} answers came and are held in memory only. Save them before you close the desk.',
  'health.notWriting.save': 'Save held answers',
  'health.notWriting.saved_one': '{{count}} answer saved to a file. It contains requisites.',
  'health.notWriting.saved_other': '{{count}} answers saved to a file. It contains requisites.',
  'health.notWriting.none': 'Nothing is held any more: the answers were written.',
  'health.unplaced.title': 'Answers are kept in memory only',
  'health.unplaced.text':
    'The restored log has no place for them: it does not know their requests, or has closed them as unknown. Save them and settle these requests with the provider.',
  'health.submit.damaged':
    'Nothing can be issued: the log is not in order. See the top of the window.',
  'health.submit.restored':
    'Nothing can be issued until you have seen what the restored log lacks. See the top of the window.',
  'health.submit.not_writing':
    'Nothing can be issued while answers wait to be written. See the top of the window.',
  'settings.log': 'Log',
  'settings.log.text':
    'Every event is chained to the one before it. Verify finds edits to the file; it cannot guard against somebody who controls this account.',
  'verify.do': 'Verify log',
  'verify.running': 'Verifying…',
  'verify.holds_one': 'The log holds: its {{count}} event is as it was written.',
  'verify.holds_other': 'The log holds: all {{count}} events are as they were written.',
  'verify.holdsUnproven': 'The chain holds, but not all of it is proven.',
  'verify.edited':
    'Event {{seq}} is not as it was written. It is the first that does not hold: somebody or something changed the file.',
  'verify.deleted':
    'Event {{seq}} is missing from the middle of the log. It was removed from the file.',
  'verify.truncated': 'The end of the log was cut off. Events from {{seq}} on are missing.',
  'verify.older_copy':
    'This is an older copy of the log. Events from {{seq}} on were written once and are not in it.',
  'verify.restamped':
    'The chain was written anew over changed events: event {{seq}} does not match the stamp made of it.',
  'verify.projection_differs':
    'The events hold, but what the desk shows differs from them at event {{seq}}. Run npm run rebuild-log.',
  'verify.key.present': 'The key that stamps the log is there, so restamping is excluded.',
  'verify.key.absent': 'The key that stamps the log is absent: restamping cannot be excluded.',
  'verify.key.no_answer':
    'The keychain did not answer, so the key that stamps the log could not be read: restamping cannot be excluded. Verify again once the keychain answers.',
  'verify.key.lost':
    'The key that stamped this log is lost: restamping cannot be excluded. A new epoch begins. That is not tampering.',
  'verify.key.new_epoch':
    'The key was replaced on the way, or was not there at first: before that point restamping cannot be excluded, after it it can.',
  'verify.key.anchor_missing':
    'The key that stamps the log is there, but its anchor was missing at a start: before that point restamping cannot be excluded, after it it can.',
  'verify.key.sinceRestore':
    'The key that stamps the log is there: since the last restore restamping is excluded, before it only where the key had vouched for what was restored.',
  'verify.key.butLate':
    'The key that stamps the log is there, so restamping is excluded, but for the events below.',
  'verify.anchorMissing':
    'Missing anchor on record: event {{seq}}, {{time}}. When the desk started, log.anchor was gone, had lost its stamp or was older than the log. Ask who changes files in the data directory.',
  'verify.restored': 'Deliberate restore on record: event {{seq}}, {{time}}.',
  'verify.restoredUnproven':
    'Restore on record: event {{seq}}, {{time}}. Events {{from}} to {{to}} are not proven: no stamp that the key made before the restore vouches for them, so it cannot be excluded that somebody changed them. Compare with the provider what matters in them.',
  'verify.restoreNotRecorded':
    'The key did not record the restore of event {{seq}}: the keychain gave no key then, an earlier version made it, or somebody wrote it into the file.',
  'verify.unstamped':
    'Events {{from}} to {{to}} were stamped only at the start of {{time}}: before it the desk ended abruptly, or had no answer from the keychain. That somebody changed them before that start cannot be excluded.',
  'verify.detail': 'Detail: {{detail}}',
  'backup.title': 'Backups',
  'backup.text':
    'The last three and one of each of the last seven days. Each was verified when it was taken.',
  'backup.none': 'No backup yet.',
  'backup.now': 'Back up now',
  'backup.taken': 'Backed up: {{name}}, {{size}}.',
  'backup.time': 'Taken',
  'backup.kind': 'Kind',
  'backup.kind.recent': 'recent',
  'backup.kind.daily': 'daily',
  'backup.kind.own': 'the log’s own events',
  'backup.requests': 'Requests',
  'backup.head': 'Up to event',
  'backup.size': 'Size',
  'backup.action': 'Action',
  'backup.restore': 'Restore',
  'backup.restoreNamed': 'Restore the backup of {{time}}',
  'backup.confirm.title': 'Put the backup of {{time}} in the log’s place?',
  'backup.confirm.text':
    'What was recorded after it will be missing from the log. The present log is set aside in the data directory, not deleted, and the restore is recorded.',
  'backup.confirm.field': 'Type {{word}} to confirm',
  'backup.confirm.word': 'RESTORE',
  'backup.confirm.mismatch': 'Type {{word}} exactly.',
  'backup.confirm.do': 'Restore the backup',
  'backup.confirm.cancel': 'Keep the present log',
  'size.bytes': '{{value}} B',
  'size.kib': '{{value}} KiB',
  'size.mib': '{{value}} MiB',
} as const;
