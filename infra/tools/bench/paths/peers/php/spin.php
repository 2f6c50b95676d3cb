<?php
declare(strict_types=1);
require __DIR__ . '/common.php';

$db = database();
$person = person($db);
$id = (int) (body()['completionId'] ?? 0);
$db->beginTransaction();
$completion = rows($db, 'select * from bench.completions where id = ? and user_id = ? for update', [$id, $person])[0] ?? null;
if ($completion === null || $completion['spun']) {
    $db->rollBack();
    refuse(409, 'Not to be spun');
}
$offer = rows($db, 'select title from bench.offers where id = ?', [$completion['offer_id']])[0] ?? null;
$amount = [500, 1000, 2000, 5000, 10000][$id % 5];
$voucher = rows($db, "select id, code, brand from bench.vouchers where amount_paise = ? and status = 'available'
    order by expiry_date, id limit 1 for update skip locked", [$amount])[0] ?? null;
if ($voucher === null) {
    $db->rollBack();
    refuse(409, 'No voucher');
}
rows($db, "update bench.vouchers set status = 'assigned', completion_id = ? where id = ?", [$id, $voucher['id']]);
rows($db, 'update bench.completions set spun = true where id = ?', [$id]);
rows($db, 'insert into bench.spins (completion_id, user_id, roll, amount_paise, voucher_id) values (?, ?, 500, ?, ?)',
    [$id, $person, $amount, $voucher['id']]);
rows($db, 'update bench.counters set spins = spins + 1, won_paise = won_paise + ? where user_id = ?', [$amount, $person]);
$db->commit();
echo json_encode(['offer' => $offer['title'] ?? null, 'amount' => $amount / 100, 'code' => $voucher['code'],
    'brand' => $voucher['brand']]);
