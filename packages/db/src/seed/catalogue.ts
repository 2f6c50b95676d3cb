/** Offers and vouchers of the demo. Amounts in paise, odds in permille. */

interface DemoOffer {
  title: string;
  description: string;
  category: 'Survey' | 'App' | 'Game' | 'Shopping';
  model: 'CPR' | 'CPA' | 'CPI';
  rewardPaise: number;
  odds: { amount: number; permille: number }[];
  /** The task in a few words; without it, screens show a word for the payment model. */
  task?: string;
  hindi?: { title: string; description: string; task: string; steps?: string[] };
  /** A picture that the sandbox serves; without it, screens show the icon of the category. */
  picture?: string;
  /** The task's steps in order. */
  steps?: string[];
  /** Whether the partner has a preview page of the offer. */
  preview?: boolean;
  active?: boolean;
}

const usual = [
  { amount: 5, permille: 100 },
  { amount: 10, permille: 50 },
];

export const demoOffers: DemoOffer[] = [
  {
    title: 'Morning habits survey',
    task: 'Ten questions',
    hindi: {
      title: 'सुबह की आदतों का सर्वे',
      description: 'आपका दिन कैसे शुरू होता है, इस पर दस छोटे सवाल। करीब चार मिनट।',
      task: 'दस सवाल',
      steps: ['दस सवालों के जवाब दें', 'जवाब भेजें'],
    },
    description: 'Ten short questions about how your day begins. About four minutes.',
    category: 'Survey',
    model: 'CPR',
    rewardPaise: 18_00,
    picture: 'morning',
    steps: ['Answer ten questions', 'Send your answers'],
    odds: usual,
  },
  {
    title: 'Snacks and drinks panel',
    task: 'Join and answer',
    hindi: {
      title: 'नाश्ते और चाय का पैनल',
      description: 'एक फ़ूड ब्रांड को बताएँ कि चाय के साथ आप क्या लेते हैं। सिर्फ़ नए मेंबर के लिए।',
      task: 'जुड़ें और जवाब दें',
      steps: ['अपने ई-मेल से जुड़ें', 'शुरू के सवालों के जवाब दें'],
    },
    description: 'Tell a food brand what you reach for at tea time. New members only.',
    category: 'Survey',
    model: 'CPA',
    rewardPaise: 35_00,
    picture: 'snacks',
    steps: ['Join with your e-mail address', 'Answer the welcome questions'],
    preview: true,
    odds: [
      { amount: 5, permille: 250 },
      { amount: 10, permille: 100 },
    ],
  },
  {
    title: 'Shopping panel app',
    task: 'Install and stay a day',
    hindi: {
      title: 'शॉपिंग पैनल ऐप',
      description: 'इंस्टॉल करें, पहला सर्वे भरें और एक दिन तक मेंबर रहें।',
      task: 'इंस्टॉल करें, एक दिन रखें',
      steps: ['ऐप इंस्टॉल करें', 'पहला सर्वे भरें', 'एक दिन तक मेंबर रहें'],
    },
    description: 'Install, answer the welcome survey and stay a member for a day.',
    category: 'Survey',
    model: 'CPI',
    rewardPaise: 42_00,
    picture: 'panel',
    steps: ['Install the app', 'Answer the welcome survey', 'Stay a member for a day'],
    preview: true,
    odds: [
      { amount: 10, permille: 200 },
      { amount: 25, permille: 50 },
    ],
  },
  {
    title: 'Weather for farmers',
    task: 'Register',
    hindi: {
      title: 'किसानों के लिए मौसम',
      description: 'अपने फ़ोन नंबर से रजिस्टर करें और अपना ज़िला चुनें।',
      task: 'रजिस्टर करें',
    },
    description: 'Register with your phone number and choose your district.',
    category: 'App',
    model: 'CPR',
    rewardPaise: 22_00,
    picture: 'farm',
    odds: usual,
  },
  {
    title: 'UPI wallet sign-up',
    task: 'KYC and first payment',
    hindi: {
      title: 'UPI वॉलेट साइन अप',
      description: 'KYC पूरा करें और ₹10 या उससे ज़्यादा का पहला पेमेंट करें।',
      task: 'KYC और पहला पेमेंट',
      steps: ['ऐप इंस्टॉल करें', 'KYC पूरा करें', '₹10 या उससे ज़्यादा का पेमेंट करें'],
    },
    description: 'Finish KYC and make a first payment of ₹10 or more.',
    category: 'App',
    model: 'CPA',
    rewardPaise: 120_00,
    picture: 'wallet',
    steps: ['Install the app', 'Finish KYC', 'Pay ₹10 or more'],
    preview: true,
    odds: [
      { amount: 10, permille: 300 },
      { amount: 50, permille: 100 },
      { amount: 100, permille: 20 },
    ],
  },
  {
    title: 'Audiobook player',
    task: 'Listen for two minutes',
    hindi: {
      title: 'ऑडियोबुक प्लेयर',
      description: 'इंस्टॉल करें और कोई भी फ़्री चैप्टर दो मिनट सुनें।',
      task: 'दो मिनट सुनें',
      steps: ['ऐप इंस्टॉल करें', 'कोई फ़्री चैप्टर दो मिनट सुनें'],
    },
    description: 'Install and listen to any free chapter for two minutes.',
    category: 'App',
    model: 'CPI',
    rewardPaise: 28_00,
    picture: 'audio',
    steps: ['Install the app', 'Listen to a free chapter for two minutes'],
    odds: [
      { amount: 5, permille: 300 },
      { amount: 10, permille: 80 },
    ],
  },
  {
    title: 'Cricket manager league',
    task: 'Register a team',
    hindi: {
      title: 'क्रिकेट मैनेजर लीग',
      description: 'अगले मैच के दिन से पहले अपनी टीम रजिस्टर करें।',
      task: 'टीम रजिस्टर करें',
    },
    description: 'Register a team before the next match day.',
    category: 'Game',
    model: 'CPR',
    rewardPaise: 30_00,
    picture: 'cricket',
    preview: true,
    odds: usual,
  },
  {
    title: 'Tile kingdom: level 20',
    task: 'Level 20 in 7 days',
    hindi: {
      title: 'टाइल किंगडम: लेवल 20',
      description: 'इंस्टॉल करने के सात दिन के अंदर लेवल 20 तक पहुँचें।',
      task: '7 दिन में लेवल 20',
      steps: ['गेम इंस्टॉल करें', 'सात दिन के अंदर लेवल 20 तक पहुँचें'],
    },
    description: 'Reach level 20 within seven days of installing.',
    category: 'Game',
    model: 'CPA',
    rewardPaise: 95_00,
    picture: 'tiles',
    steps: ['Install the game', 'Reach level 20 within seven days'],
    preview: true,
    odds: [
      { amount: 10, permille: 250 },
      { amount: 25, permille: 120 },
      { amount: 500, permille: 10 },
    ],
  },
  {
    title: 'Rickshaw racer',
    task: 'Finish three tracks',
    hindi: {
      title: 'रिक्शा रेसर',
      description: 'इंस्टॉल करें और पहले तीन ट्रैक पूरे करें।',
      task: 'तीन ट्रैक पूरे करें',
      steps: ['गेम इंस्टॉल करें', 'पहले तीन ट्रैक पूरे करें'],
    },
    description: 'Install and finish the first three tracks.',
    category: 'Game',
    model: 'CPI',
    rewardPaise: 24_00,
    steps: ['Install the game', 'Finish the first three tracks'],
    odds: [
      { amount: 5, permille: 280 },
      { amount: 10, permille: 70 },
    ],
  },
  {
    title: 'Handloom store',
    task: 'Create an account',
    hindi: {
      title: 'हैंडलूम स्टोर',
      description: 'स्टोर पर खाता बनाएँ और अपना साइज़ सेव करें।',
      task: 'खाता बनाएँ',
    },
    description: 'Create a store account and save your size.',
    category: 'Shopping',
    model: 'CPR',
    rewardPaise: 26_00,
    picture: 'loom',
    odds: usual,
  },
  {
    title: 'First grocery basket',
    task: 'Spend ₹299',
    hindi: {
      title: 'पहली किराना टोकरी',
      description: '₹299 या उससे ज़्यादा का किराना मँगाएँ। सिर्फ़ पहला ऑर्डर।',
      task: '₹299 की खरीदारी',
      steps: ['खाता बनाएँ', '₹299 या उससे ज़्यादा का ऑर्डर करें', 'ऑर्डर वापस न करें'],
    },
    description: 'Order groceries for ₹299 or more. First order only.',
    category: 'Shopping',
    model: 'CPA',
    rewardPaise: 140_00,
    picture: 'grocery',
    steps: ['Create an account', 'Order for ₹299 or more', 'Keep the order'],
    preview: true,
    odds: [
      { amount: 25, permille: 300 },
      { amount: 50, permille: 150 },
      { amount: 100, permille: 50 },
    ],
  },
  {
    title: 'Price tracker',
    description: 'Install and track any three products.',
    category: 'Shopping',
    model: 'CPI',
    rewardPaise: 20_00,
    odds: [
      { amount: 5, permille: 200 },
      { amount: 10, permille: 60 },
    ],
  },
  {
    title: 'Festival survey (ended)',
    description: 'Last season’s survey, kept for its figures.',
    category: 'Survey',
    model: 'CPR',
    rewardPaise: 15_00,
    odds: usual,
    active: false,
  },
];

interface DemoStock {
  type: string;
  brand: string;
  amountPaise: number;
  count: number;
  /** Days from today; negative: expired. */
  expiresIn: number;
}

/** There are no ₹500 vouchers, so that the demo shows a win that waits for stock. */
export const demoStock: DemoStock[] = [
  { type: 'amazon', brand: 'Amazon', amountPaise: 5_00, count: 90, expiresIn: 200 },
  { type: 'flipkart', brand: 'Flipkart', amountPaise: 5_00, count: 90, expiresIn: 120 },
  { type: 'paytm', brand: 'Paytm', amountPaise: 5_00, count: 60, expiresIn: 365 },
  { type: 'amazon', brand: 'Amazon', amountPaise: 10_00, count: 80, expiresIn: 200 },
  { type: 'swiggy', brand: 'Swiggy', amountPaise: 10_00, count: 80, expiresIn: 90 },
  { type: 'zomato', brand: 'Zomato', amountPaise: 10_00, count: 60, expiresIn: 75 },
  { type: 'myntra', brand: 'Myntra', amountPaise: 25_00, count: 45, expiresIn: 150 },
  { type: 'swiggy', brand: 'Swiggy', amountPaise: 50_00, count: 30, expiresIn: 60 },
  { type: 'zomato', brand: 'Zomato', amountPaise: 50_00, count: 8, expiresIn: 5 },
  { type: 'other', brand: 'BookMyShow', amountPaise: 100_00, count: 20, expiresIn: 180 },
  { type: 'myntra', brand: 'Myntra', amountPaise: 100_00, count: 6, expiresIn: -3 },
];

/** Redemption pages of brands. No logos: the artwork belongs to the brands. */
export const demoBrands = [
  { type: 'amazon', brand: 'Amazon', useUrl: 'https://www.amazon.in/gc/redeem' },
  { type: 'flipkart', brand: 'Flipkart', useUrl: 'https://www.flipkart.com/' },
  { type: 'paytm', brand: 'Paytm', useUrl: 'https://paytm.com/' },
  { type: 'swiggy', brand: 'Swiggy', useUrl: 'https://www.swiggy.com/' },
  { type: 'zomato', brand: 'Zomato', useUrl: 'https://www.zomato.com/' },
  { type: 'myntra', brand: 'Myntra', useUrl: 'https://www.myntra.com/' },
];
