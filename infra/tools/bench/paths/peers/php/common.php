<?php
// The job as plain PHP does it, with connections that its processes keep. It is here to be measured beside the product.
declare(strict_types=1);

header('Content-Type: application/json');

/** @return PDO a connection that this process keeps for the requests to come */
function database(): PDO
{
    return new PDO(getenv('BENCH_DSN'), getenv('BENCH_USER'), '', [
        PDO::ATTR_PERSISTENT => true,
        PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
        PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
    ]);
}

/** @return array<array<string, mixed>> */
function rows(PDO $db, string $statement, array $values): array
{
    $prepared = $db->prepare($statement);
    $prepared->execute($values);
    return $prepared->fetchAll();
}

function refuse(int $status, string $error): never
{
    http_response_code($status);
    echo json_encode(['error' => $error]);
    exit;
}

function person(PDO $db): int
{
    $found = rows($db, 'select u.id from bench.sessions s join bench.users u on u.id = s.user_id
        where s.id = ? and s.expires_at > now() and u.suspended_at is null', [$_COOKIE['session'] ?? '']);
    return $found[0]['id'] ?? refuse(401, 'Not signed in');
}

/** @return array<string, mixed> */
function body(): array
{
    return json_decode(file_get_contents('php://input'), true) ?? refuse(400, 'The body is not JSON');
}
