export const exporting = {
  'export.title': 'Export',
  'export.button': 'Export',
  'export.button.running': 'Exporting',
  'export.button.share': 'Exporting {{share}} %',
  'export.button.done': 'Exported',
  'export.button.failed': 'Export failed',
  'export.close': 'Close',
  'export.what.uncounted': 'Everything that matches, counted while it is written.',
  'export.what.many': '{{count}}: everything that matches, counted while it is written.',
  'export.what.none': 'Nothing matches, so there is nothing to export.',
  'export.what_one': 'The one that matches.',
  'export.what_other': 'All {{shown}} that match.',
  'export.format': 'Format',
  'export.format.csv': 'CSV',
  'export.format.xlsx': 'Excel',
  'export.format.jsonl': 'JSON Lines',
  'export.format.csv.hint':
    'For other programs. Excel destroys the 16-digit numbers of a CSV that it opens: choose Excel for it.',
  'export.format.xlsx.hint':
    'For Excel and its like. Ids, numbers and phones are text, so that no digit is lost.',
  'export.format.jsonl.hint': 'For programs: one request per line, every field by its own name.',
  'export.tooMany':
    'Excel holds {{most}} rows, and more than that match. Choose CSV, or narrow the search.',
  'export.delimiter': 'Between values',
  'export.delimiter.comma': 'Comma ,',
  'export.delimiter.semicolon': 'Semicolon ;',
  'export.delimiter.hint': 'Programs set to Russian or most of Europe expect a semicolon.',
  'export.requisites': 'Requisites',
  'export.requisites.masked': 'Masked',
  'export.requisites.whole': 'Whole',
  'export.requisites.masked.hint':
    'The first six and last four digits: enough to recognise, not to pay.',
  'export.requisites.whole.hint':
    'Whole numbers and links leave the log in a plain file that anybody can open. It is recorded that you took them.',
  'export.start': 'Export',
  'export.start.whole': 'Export with whole requisites',
  'export.fine': 'Times stand in the file both local and in UTC. A proof is written beside it.',
  'export.progress': 'Export',
  'export.counting': '{{written}} rows written, still counting',
  'export.written': '{{written}} of {{total}} rows',
  'export.cancel': 'Cancel',
  'export.leave': 'You can go on working: it continues.',
  'export.cancelled': 'Cancelled',
  'export.cancelled.text': 'No file was left behind.',
  'export.failed': 'Not exported',
  'export.problem.disk_full':
    'The disk is full. No file was left behind. Make room, then export again.',
  'export.problem.folder_denied':
    'The system does not let this program write into the folder. Nothing was exported, and no file is left behind. Choose another folder, or allow it: on macOS in Privacy & Security, Files and Folders; on Windows in Ransomware protection.',
  'export.problem.cannot_write':
    'The file could not be written. Nothing was exported. Check that the folder is there and can be written, then export again.',
  'export.problem.too_many_rows':
    'More rows match than Excel holds ({{most}}). No file was left behind. Export them as CSV, or narrow the search.',
  'export.problem.log_unavailable':
    'The log could not be read to its end. No file was left behind. What is wrong stands at the top of the window.',
  'export.asCsv': 'Export as CSV',
  'export.elsewhere': 'Another folder…',
  'export.another': 'New export',
  'export.done_one': '{{shown}} row exported',
  'export.done_other': '{{shown}} rows exported',
  'export.file': 'File',
  'export.copyPath': 'Copy path',
  'export.proof': 'Proof',
  'export.proof.text':
    'Beside it, under the same name and .proof: how many rows, the file’s digest, and the log’s newest event.',
  'export.check': 'To check later that nobody changed it',
  'export.copyCommand': 'Copy command',
} as const;
