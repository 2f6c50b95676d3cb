/**
 * All words of the user app in English. A section for each noun; names in braces are filled in (fill.ts), and a text with
 * a count has a form for each plural of the language. Nothing but texts, so that a library of translations can take the
 * sections over as they are. Texts that the specification writes out stand here word for word.
 */

export const spins = {
  title: 'Spin the wheel',
  wonTitle: 'Congratulations!',
  spinNow: 'Spin Now',
  spinning: 'Spinning...',
  cancel: 'Cancel',
  close: 'Close',
  skip: 'Skip',
  hub: 'SPIN',
  flick: 'Good luck! Tap SPIN or flick the wheel.',
  turning: 'The wheel is turning...',
  oneMoment: 'One moment…',
  landedOn: 'It landed on {amount}…',
  landedOnRest: "It landed on 'Try Again'…",
  failed: 'Spin failed. Please try again.',
  tryAgain: 'Try Again',
  prizes: 'Prizes and odds',
  soundOn: 'Turn sound on',
  soundOff: 'Turn sound off',
  fixed: "The result can't be changed. See why",
  fixedHow:
    'We drew a secret number for this spin when you completed the offer. This is its fingerprint. After the spin you ' +
    'get the number itself and can check that it was never swapped.',
  noWin: 'No win this time (the chance was {chance}%). Every offer brings a spin of its own.',
  howDrawn: 'How this was drawn',
  yourVoucher: 'Your voucher',
  code: 'Code',
  validUntil: 'Valid until {date}',
  copyCode: 'Copy Code',
  awesome: 'Awesome',
  findAgain: "You'll find it any time in Vouchers.",
  reserved: 'Reserved for you',
  reservedHow: "We'll add the code as soon as it arrives.",
  codePending: 'Your code is on its way',
  codeArrived: 'Your code is here!',
} as const;
