/** The golden postback of every dialect, computed with Python's hashlib and urllib from the documented formulas. */
export const golden: Record<string, { url: string; query: string; headers: Record<string, string> }> = {
  adgate: {
    url: 'https://app.example/postback/adgate/k3y-of-the-dashboard',
    query: 's1=c-1&conversion_id=t9&points=30&payout=1.25&state=1',
    headers: {},
  },
  adgem: {
    url: 'https://app.example/postback/adgem',
    query:
      'player_id=c-1&transaction_id=t9&payout=1.25&amount=210&goal_name=Level%205&offer_name=Two%20words&verifier=8a348580b7cd5834eb2386fc42fbd954b013bef3eacec346a39fe5aa183e0928',
    headers: {},
  },
  affise: {
    url: 'https://app.example/postback/affise/k3y-of-the-dashboard',
    query: 'clickid=c-1&action_id=t9&sum=1.25&currency=USD&goal=Level%205&status=1',
    headers: {},
  },
  ayet: {
    url: 'https://app.example/postback/ayet',
    query:
      'transaction_id=t9&external_identifier=c-1&user_id=u-5&offer_name=A+Game%7E+more&task_uuid=Level+5&payout_usd=1.25&is_chargeback=0',
    headers: { 'x-ayetstudios-security-hash': '63595ced3218e7818c050e13817b225878a3eaa980091d964989ad5e6b5f8e68' },
  },
  bitlabs: {
    url: 'https://app.example/postback/bitlabs',
    query: 'uid=c-1&tx=t9&raw=1.25&state=COMPLETED&type=&hash=0427fc7b21cefcb04f0800fa3bb58bd87d23f297',
    headers: {},
  },
  cpalead: {
    url: 'https://app.example/postback/cpalead',
    query:
      'subid=c-1&lead_id=t9&payout=1.25&event_name=Level%205&campaign_id=77&country_iso=IN&password=k3y-of-the-dashboard',
    headers: {},
  },
  cpx: {
    url: 'https://app.example/postback/cpx',
    query: 'status=1&trans_id=t9&user_id=u-5&subid_1=c-1&amount_usd=1.25&hash=9e106a0e733ae170886ddc8b9c08c74e',
    headers: {},
  },
  everflow: {
    url: 'https://app.example/postback/everflow/k3y-of-the-dashboard',
    query: 'sub1=c-1&transaction_id=t9&amount=1.25&event_id=Level%205',
    headers: {},
  },
  keitaro: {
    url: 'https://app.example/postback/keitaro/k3y-of-the-dashboard',
    query: 'subid=c-1&tid=t9&payout=1.25&currency=USD&status=sale',
    headers: {},
  },
  lootably: {
    url: 'https://app.example/postback/lootably',
    query:
      'userID=c-1&transactionID=t9&ip=192.0.2.1&revenue=1.25&currencyReward=50&goalID=Level%205&status=1&hash=2eb2641afb9961b1d82d62fa971b1cc29930af64b65cdb9dcec46b5d37f10523',
    headers: {},
  },
  monlix: {
    url: 'https://app.example/postback/monlix',
    query: 'userId=u-5&subId=c-1&transactionId=t9&rewardValue=30&payout=1.25&status=1&secretKey=k3y-of-the-dashboard',
    headers: {},
  },
  offertoro: {
    url: 'https://app.example/postback/offertoro',
    query: 'id=t9&oid=5&user_id=c-1&amount=30&payout=1.25&sig=e369910096e0d04699e870f90555ce3a',
    headers: {},
  },
  ogads: {
    url: 'https://app.example/postback/ogads/k3y-of-the-dashboard',
    query: 'aff_sub=c-1&payout=1.25&offer_id=9&session_ip=192.0.2.1',
    headers: {},
  },
  pubscale: {
    url: 'https://app.example/postback/pubscale',
    query: 'user_id=c-1&value=12.75&token=t9&goal_name=Level%205&signature=db1ffb5fb122ffcd242f1b5f95577662',
    headers: {},
  },
  tapjoy: {
    url: 'https://app.example/postback/tapjoy',
    query: 'snuid=c-1&currency=10&id=t9&verifier=de6bd1808a23fc4f4b6c95a874cee366',
    headers: {},
  },
  theoremreach: {
    url: 'https://app.example/postback/theoremreach',
    query: 'user_id=c-1&tx_id=t9&reward=100&currency=1.25&hash=WASssUYVMmmbH8ARhoEJ0rcRFAs',
    headers: {},
  },
  wannads: {
    url: 'https://app.example/postback/wannads',
    query:
      'user_id=c-1&transaction_id=t9&payout=1.25&goal_id=Level%205&reward=30&status=credited&signature=9ab4c64d45344b412b827dd362eb4abf',
    headers: {},
  },
  'white-label-wall': {
    url: 'https://app.example/postback/white-label-wall',
    query:
      'subId=c-1&transId=t9&reward=30&payout=1.25&event_id=Level%205&status=1&signature=9ab4c64d45344b412b827dd362eb4abf',
    headers: {},
  },
};
