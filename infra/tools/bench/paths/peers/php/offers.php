<?php
declare(strict_types=1);
require __DIR__ . '/common.php';

$db = database();
echo json_encode(rows($db, 'select o.*, c.completed_at, s.amount_paise / 100.0 as amount, v.code
    from bench.offers o left join bench.completions c on c.offer_id = o.id and c.user_id = ?
      left join bench.spins s on s.completion_id = c.id left join bench.vouchers v on v.completion_id = c.id
    where o.active or c.id is not null order by o.created_at desc, o.id desc', [person($db)]));
