/** Loaded with the Help screen alone, not with the words of the desk. `{{…}}` are keys of the host. */
export const help = {
  'help.title': 'Help',
  'help.articles': 'Articles',
  'help.tour': 'Show the tour again',
  'help.keys': 'All keys',
  'help.about': 'About Deposit Desk',

  'help.issue.title': 'Issue a request',
  'help.issue.lead': 'From what the customer wrote to requisites or a payment link.',
  'help.issue.1':
    'Type amount, payment type and customer into the quick line, in any order: “1500 sbp cust-77”. {{quick}} leads there from anywhere in the form. Or fill in the fields; they have the last word.',
  'help.issue.2':
    'Amounts are in major units and take any habit: 1500, 1 500,00, 150k, 1.5 mln. Beneath stands what was understood, in words.',
  'help.issue.3':
    'Direct gives requisites to pay to. Payment page gives a link, where the customer chooses the bank.',
  'help.issue.4':
    '{{issue}} issues from anywhere in the form. It is free for the next customer at once; the answer arrives under Now and takes neither your keyboard nor your clipboard.',
  'help.issue.5':
    '{{repeat}} puts the last request back into the form. Presets fill in what you need every day.',
  'help.issue.link': 'New request',

  'help.message.title': 'Hand the message to the customer',
  'help.message.lead': 'What you paste into the chat is made by the desk, digit by digit.',
  'help.message.1':
    '{{copy}} copies the message of the card you are in, of the request that is open, else of the newest one. Where two may be meant it asks first. The desk says whose message it was, and refuses while there is no answer: never another customer’s by mistake.',
  'help.message.2':
    'Telegram: one message, where a touch on the number copies it. WhatsApp: the message first, and {{copy}} once more copies the bare number.',
  'help.message.3':
    '“Copied · checked” means that the desk has read the clipboard back and it is the same. “Not checked” means that this browser does not allow that: look at the last digits after pasting.',
  'help.message.4':
    'If the provider returned another amount than you asked for, copying is locked until you have acknowledged both. The message carries the returned one.',
  'help.message.5':
    'Sandbox messages begin with “TEST. DO NOT PAY”. Wording per language, channel and payment type is yours to change.',
  'help.message.link': 'Message templates',

  'help.unknown.title': 'No answer: what now?',
  'help.unknown.lead': 'An unknown request may exist at the provider. Do not repeat it.',
  'help.unknown.1':
    'The desk sent it and got no clear answer. It does not try again by itself, and its order ID is locked, since a second send could cost money.',
  'help.unknown.2':
    'Look for the order in the provider’s cabinet or ask its support. Copy for provider support has everything they need and nothing they must not have.',
  'help.unknown.3':
    'Then press Resolve. Found: enter the provider’s ID, and the requisites if the customer still needs them. Not there: the provider has confirmed it. Issue again: only when you are sure.',
  'help.unknown.4':
    'Refused and Not sent are different: nothing was created. Correct what was wrong and issue again.',
  'help.unknown.link': 'Requests without an answer',

  'help.duplicates.title': 'The same request twice',
  'help.duplicates.lead': 'What the desk notices before you issue, and what it cannot know.',
  'help.duplicates.1':
    'It tells you when the order ID was used before, and when the same customer asked for the same amount a moment ago. It does not stop you: customers do pay twice.',
  'help.duplicates.2':
    'It also tells you when an amount is a hundred times more or less than this customer’s usual one. Mostly somebody typed minor units.',
  'help.duplicates.3':
    'A double click, a second tab or a lost connection to the desk never issue twice: each form has an identity of its own, and the desk records before it sends.',
  'help.duplicates.4': 'Above the profile’s threshold it restates the request and asks once more.',
  'help.duplicates.link': 'Log',

  'help.callbacks.title': 'Hear from the provider',
  'help.callbacks.lead': 'Callbacks tell you what became of a request after it was accepted.',
  'help.callbacks.1':
    'Switch the listener on in the profile and give its address to the provider. The address must be reachable from outside: 127.0.0.1 is only this machine.',
  'help.callbacks.2':
    'What arrives stands in the Inbox as it was received, with how it was matched and whether its signature holds. {{notice}} opens the newest one from wherever you are.',
  'help.callbacks.3':
    'A callback never changes what the desk itself saw: a request without an answer stays so until you confirm the suggestion.',
  'help.callbacks.link': 'Inbox',

  'help.live.title': 'Work with a live profile',
  'help.live.lead': 'Real money. The desk is loud about it on purpose.',
  'help.live.1':
    'Add a profile with the provider’s address, merchant ID and secret, then check the connection. The secret goes into the system’s keychain and is never shown again.',
  'help.live.2':
    'Choose it at the top. The bar turns red, says LIVE, and its name stands on the button that issues.',
  'help.live.3':
    'The first live request after every start of the desk asks you to confirm profile, address, amount and customer: by F2 or a click, never by Enter.',
  'help.live.4':
    'In a browser the desk issues live only when it was started for that, with --live.',
  'help.live.link': 'Add a profile',

  'help.keyboard.title': 'Without the mouse',
  'help.keyboard.lead': 'A day’s work by keyboard, in any layout.',
  'help.keyboard.1':
    'Keys are where they are, not what they write: they work the same with a Cyrillic layout. {{sheet}} shows all of them, outside of a text field.',
  'help.keyboard.2':
    '{{palette}} finds or does anything: a section, a command, a customer, an order. Typed in the wrong layout, it is found too.',
  'help.keyboard.3':
    '{{new}} begins a request, {{issue}} issues it, {{copy}} copies the message, {{search}} searches the log.',
  'help.keyboard.link': 'Search the log',

  'help.privacy.title': 'When somebody can see your screen',
  'help.privacy.lead': 'Privacy mode puts dots in place of amounts, requisites and customers.',
  'help.privacy.1':
    '{{privacy}} switches it on and off; while it is on, the top bar says so. QR codes, bills and pictures are hidden too, and desktop notifications say only that a request changed.',
  'help.privacy.2':
    'Copying works as ever, so you can go on serving customers. A field shows what it holds while you are in it.',
  'help.privacy.3':
    'Show to customer fills the screen with one request and nothing about anybody else.',
  'help.privacy.link': 'Settings',
} as const;
