export const teach = {
  'teach.open': 'Answers like this mean: nothing was created',
  'teach.title': 'Answers like this mean: nothing was created',
  'teach.nothingToName':
    'This answer has nothing by which such answers could be known again, so it cannot be taught.',
  'teach.leaf': 'Known by',
  'teach.leaf.hint': 'HTTP {{status}} with {{value}} at {{path}}: exactly that.',
  'teach.unlike.changing':
    'This looks different in every answer, so it would probably never match again.',
  'teach.unlike.common':
    'This alone may stand in very different answers. A code or a text is safer, if there is one.',
  'teach.meaning': 'It means',
  'teach.wording': 'In your own words',
  'teach.wording.hint': 'What the operator reads as the headline; may stay empty.',
  'teach.past.looking': 'Looking through past answers…',
  'teach.past_one': 'It would have matched {{count}} of {{looked}} past answers.',
  'teach.past_other': 'It would have matched {{count}} of {{looked}} past answers.',
  'teach.past.more_one': 'and {{count}} more',
  'teach.past.more_other': 'and {{count}} more',
  'teach.past.accepted_one': 'One of them was accepted: a request was created',
  'teach.past.accepted_other': '{{count}} of them were accepted: requests were created',
  'teach.past.accepted.text':
    'The same mark stood in the answer to a request that was created. Taught so, such an answer would no longer count as accepted. Choose another mark.',
  'teach.outcome.accepted': 'accepted',
  'teach.outcome.rejected': 'refused: nothing created',
  'teach.outcome.unknown': 'no answer to trust',
  'teach.fixed':
    'The Sandbox’s format is fixed and learns nothing. Teach it to a merchant of your own.',
  'teach.known': 'This is already taught. Teaching it again replaces meaning and wording.',
  'teach.do': 'Teach',
  'teach.done': 'Learnt',
  'teach.done.text':
    'From now on {{profile}} takes such answers as “{{wording}}”, and nothing was created. What is already in the Log stays as it is: resolve it there. It can be changed in Provider format, Refusals.',
} as const;
