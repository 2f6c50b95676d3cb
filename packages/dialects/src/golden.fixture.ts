/**
 * The golden postback of every dialect, computed with Python's hashlib, hmac and urllib from the documented formulas.
 * Two are not here: AdMob draws a signature anew each time, and Pollfish signs the time.
 */
export const golden: Record<string, { url: string; query: string; headers: Record<string, string>; body: string }> = {
  adgate: {
    url: 'https://app.example/postback/adgate/k3y-of-the-dashboard',
    query: 's1=u-5&s2=c-1&conversion_id=t9&points=30&payout=1.25&state=approved&event_id=',
    headers: {},
    body: '',
  },
  adgem: {
    url: 'https://app.example/postback/adgem',
    query:
      'player_id=c-1&transaction_id=t9&payout=1.25&amount=210&goal_name=Level%205&offer_name=Two%20words&verifier=8a348580b7cd5834eb2386fc42fbd954b013bef3eacec346a39fe5aa183e0928',
    headers: {},
    body: '',
  },
  'adgem-v3': {
    url: 'https://app.example/postback/adgem-v3',
    query: '',
    headers: {
      signature: '23443cf9eeaf6dd0f529640fc01674df2f7ba647ab02510015137a03d799fc01',
    },
    body: '{"player_id":"c-1","request_id":"t9","payout":"1.25","amount":"210","goal_name":"Level 5"}',
  },
  affise: {
    url: 'https://app.example/postback/affise/k3y-of-the-dashboard',
    query: 'sub1=c-1&action_id=t9&sum=1.25&currency=USD&goal=Level%205&status=1',
    headers: {},
    body: '',
  },
  ayet: {
    url: 'https://app.example/postback/ayet',
    query:
      'transaction_id=t9&external_identifier=c-1&offer_name=A+Game%7E+more&task_uuid=Level+5&payout_usd=1.25&is_chargeback=0',
    headers: {
      'x-ayetstudios-security-hash': 'fab62df514e5e1d8bec774f39b269268bec257473afb59ac05b5d7f9d33bbe76',
    },
    body: '',
  },
  bitlabs: {
    url: 'https://app.example/postback/bitlabs',
    query:
      'uid=c-1&tx=t9&raw=1.25&val=500&ref=&state=COMPLETED&type=COMPLETE&task=Level%205&hash=49463babea25d3dd7dcfc13021bb5b945ecb0695',
    headers: {},
    body: '',
  },
  cake: {
    url: 'https://app.example/postback/cake/k3y-of-the-dashboard',
    query: 's2=c-1&leadid=t9&price=1.25',
    headers: {},
    body: '',
  },
  cpalead: {
    url: 'https://app.example/postback/cpalead',
    query:
      'subid=c-1&lead_id=t9&payout=1.25&event_name=Level%205&campaign_id=77&country_iso=IN&password=k3y-of-the-dashboard',
    headers: {},
    body: '',
  },
  cpx: {
    url: 'https://app.example/postback/cpx',
    query: 'status=1&trans_id=t9&user_id=u-5&subid_1=c-1&amount_usd=1.25&hash=9e106a0e733ae170886ddc8b9c08c74e',
    headers: {},
    body: '',
  },
  everflow: {
    url: 'https://app.example/postback/everflow/k3y-of-the-dashboard',
    query: 'sub1=c-1&transaction_id=t9&amount=1.25&event_id=Level%205',
    headers: {},
    body: '',
  },
  impact: {
    url: 'https://app.example/postback/impact/k3y-of-the-dashboard',
    query: 'SubId1=c-1&ActionId=t9&Payout=1.25&Currency=USD&Status=APPROVED',
    headers: {},
    body: '',
  },
  keitaro: {
    url: 'https://app.example/postback/keitaro/k3y-of-the-dashboard',
    query: 'external_id=c-1&transaction=keitaro-own-click-t9&tid=t9&payout=1.25&currency=USD&status=sale',
    headers: {},
    body: '',
  },
  kiwiwall: {
    url: 'https://app.example/postback/kiwiwall',
    query: 'status=1&trans_id=t9&sub_id=c-1&gross=1.25&amount=30&signature=a3118c0cb25901bc4f280fdc0aacd650',
    headers: {},
    body: '',
  },
  lootably: {
    url: 'https://app.example/postback/lootably',
    query:
      'userID=c-1&transactionID=t9&ip=192.0.2.1&revenue=1.25&currencyReward=50&goalID=Level%205&status=1&hash=2eb2641afb9961b1d82d62fa971b1cc29930af64b65cdb9dcec46b5d37f10523',
    headers: {},
    body: '',
  },
  monlix: {
    url: 'https://app.example/postback/monlix',
    query: 'userId=u-5&subId=c-1&transactionId=t9&rewardValue=30&payout=1.25&status=1&secretKey=k3y-of-the-dashboard',
    headers: {},
    body: '',
  },
  mychips: {
    url: 'https://app.example/postback/mychips/k3y-of-the-dashboard',
    query: 'user_id=c-1&payout=1.25&campaign_id=9',
    headers: {},
    body: '',
  },
  notik: {
    url: 'https://app.example/postback/notik',
    query:
      'user_id=c-1&amount=30&payout=1.25&offer_id=9&offer_name=Two%20words&txn_id=t9&conversion_ip=192.0.2.1&hash=507f8b9899441dea7b745c0185ff8aad1c30685d',
    headers: {},
    body: '',
  },
  offertoro: {
    url: 'https://app.example/postback/offertoro',
    query: 'id=t9&oid=5&user_id=c-1&amount=30&payout=1.25&sig=e369910096e0d04699e870f90555ce3a',
    headers: {},
    body: '',
  },
  ogads: {
    url: 'https://app.example/postback/ogads/k3y-of-the-dashboard',
    query: 'aff_sub=c-1&payout=1.25&offer_id=9&session_ip=192.0.2.1',
    headers: {},
    body: '',
  },
  pubscale: {
    url: 'https://app.example/postback/pubscale',
    query: 'user_id=c-1&value=12.75&token=t9&goal_value=Level%205&signature=db1ffb5fb122ffcd242f1b5f95577662',
    headers: {},
    body: '',
  },
  revtoo: {
    url: 'https://app.example/postback/revtoo',
    query: '',
    headers: {},
    body: '--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="subId"\r\n\r\nc-1\r\n--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="transId"\r\n\r\nt9\r\n--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="reward"\r\n\r\n30\r\n--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="payout"\r\n\r\n1.25\r\n--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="status"\r\n\r\n1\r\n--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="debug"\r\n\r\n0\r\n--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="signature"\r\n\r\n9ab4c64d45344b412b827dd362eb4abf\r\n--a-boundary-of-the-network--\r\n',
  },
  tapjoy: {
    url: 'https://app.example/postback/tapjoy',
    query: 'snuid=c-1&currency=10&id=t9&verifier=de6bd1808a23fc4f4b6c95a874cee366',
    headers: {},
    body: '',
  },
  theoremreach: {
    url: 'https://app.example/postback/theoremreach',
    query: 'user_id=c-1&tx_id=t9&reward=100&currency=1.25&reversal=&debug=&hash=X0-5QnCsQu6tUbBF9pLAsOzbWnE',
    headers: {},
    body: '',
  },
  timewall: {
    url: 'https://app.example/postback/timewall',
    query:
      'userID=c-1&transactionID=t9&revenue=1.25&currencyAmount=30&type=credit&hash=f246f1844269ba083e0bbaea516f60f29f5f89aa0e08e122e95f8d9c9dcb3c02',
    headers: {},
    body: '',
  },
  tune: {
    url: 'https://app.example/postback/tune/k3y-of-the-dashboard',
    query: 'aff_click_id=c-1&transaction_id=t9&payout=1.25&currency=USD&goal_id=Level%205',
    headers: {},
    body: '',
  },
  wannads: {
    url: 'https://app.example/postback/wannads',
    query:
      'user_id=u-5&aff_sub=c-1&transaction_id=t9&payout=1.25&goal_id=Level%205&reward=30&status=credited&signature=10a9629c2ee86afc8ad832a3e497996c',
    headers: {},
    body: '',
  },
  'wannads-classic': {
    url: 'https://app.example/postback/wannads-classic',
    query:
      'subId=u-5&subId2=c-1&transId=t9&uuid=ut9&reward=30&payout=1.25&status=1&signature=10a9629c2ee86afc8ad832a3e497996c',
    headers: {},
    body: '',
  },
  'white-label-wall': {
    url: 'https://app.example/postback/white-label-wall',
    query:
      'subId=c-1&transId=t9&reward=30&payout=1.25&event_id=Level%205&status=1&debug=0&signature=9ab4c64d45344b412b827dd362eb4abf',
    headers: {},
    body: '',
  },
};
