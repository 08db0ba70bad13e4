export const tour = {
  'tour.label': 'Getting to know the desk',
  'tour.step': '{{step}} of {{count}}',
  'tour.next': 'Go on',
  'tour.back': 'Back',
  'tour.done': 'Start working',
  'tour.skip': 'Skip the tour',
  'tour.mode.title': 'The bar says where you are',
  'tour.mode.text':
    'In the sandbox nothing reaches a real customer, so try everything. With a live profile the whole bar is red and says LIVE.',
  'tour.form.title': 'One line is enough',
  'tour.form.text':
    'Type amount, payment type and customer, such as “1500 sbp cust-77”, and press Enter. The fields beneath follow as you type and have the last word.',
  'tour.now.title': 'Answers come here, by customer',
  'tour.now.text':
    'Go on with the next customer at once: nothing takes your keyboard. {{copy}} copies the newest message, ready to be pasted into the chat. No answer means: do not repeat.',
  'tour.find.title': 'Everything else is one key away',
  'tour.find.text':
    '{{palette}} finds or does anything, {{sheet}} shows all keys. Help and the handing over of a shift are behind your name.',
} as const;
