<?php
declare(strict_types=1);
require __DIR__ . '/common.php';

$db = database();
$person = person($db);
$offer = rows($db, 'select id, url from bench.offers where id = ? and active', [(int) (body()['offerId'] ?? 0)])[0]
    ?? refuse(404, 'Offer not found');
$click = bin2hex(random_bytes(16));
rows($db, 'insert into bench.clicks (click_id, user_id, offer_id) values (?, ?, ?)', [$click, $person, $offer['id']]);
echo json_encode(['redirectUrl' => str_replace('{click_id}', $click, $offer['url'])]);
