<?php

// A receiver of webhooks, in PHP's own web server:
// ANDEN_WEBHOOK_SECRET=whsec_… php main.php
//
// While a rotation overlaps, give both secrets, separated by a comma. PORT is 8080 by default.

require __DIR__ . '/verify_webhook.php';

const MAX_BODY_BYTES = 4 * 1024 * 1024;

$secrets = explode(',', (string) getenv('ANDEN_WEBHOOK_SECRET'));
if (in_array('', array_map('trim', $secrets), true)) {
    if (PHP_SAPI === 'cli') {
        fwrite(STDERR, "ANDEN_WEBHOOK_SECRET is missing\n");
        exit(1);
    }
    answer(500, ['error' => 'the event was not processed']);
}

if (PHP_SAPI === 'cli') {
    $address = '127.0.0.1:' . (getenv('PORT') ?: '8080');
    echo "Listening on http://$address/hooks\n";
    $server = ['-q', '-S', $address, __FILE__];
    if (function_exists('pcntl_exec')) {
        pcntl_exec(PHP_BINARY, $server);
    }
    passthru(escapeshellarg(PHP_BINARY) . ' ' . implode(' ', array_map('escapeshellarg', $server)), $status);
    exit($status);
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    answer(405, ['error' => 'webhooks are sent with POST']);
}
$body = file_get_contents('php://input', false, null, 0, MAX_BODY_BYTES + 1);
if (strlen($body) > MAX_BODY_BYTES) {
    answer(413, ['error' => 'the body is too large']);
}
try {
    verify_webhook($_SERVER['HTTP_SERVICE_SIGNATURE'] ?? null, $body, $secrets);
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
} catch (SignatureError $error) {
    answer(400, ['error' => $error->getMessage()]);
} catch (JsonException $error) {
    answer(400, ['error' => 'the body is not JSON']);
}

// A test of the endpoint has made-up data.
if (!str_starts_with($event['id'], 'evt_test_')) {
    handle_once($event);
}
answer(200, ['received' => $event['id']]);

/**
 * PHP forgets everything after a request, so a file remembers each id. In your own code keep the ids in your
 * database, and insert each in the transaction of its work.
 */
function handle_once(array $event): void
{
    $folder = getenv('ANDEN_EVENTS') ?: sys_get_temp_dir() . '/anden-events';
    if (!is_dir($folder)) {
        @mkdir($folder, 0700);
    }
    $mark = fopen($folder . '/' . preg_replace('/[^\w-]/', '_', $event['id']), 'c+');
    flock($mark, LOCK_EX);
    if (fstat($mark)['size'] === 0) {
        handle($event);
        fwrite($mark, 'handled');
    }
    fclose($mark);
}

function handle(array $event): void
{
    file_put_contents('php://stdout', "{$event['type']} {$event['id']}\n");
}

function answer(int $status, array $content): never
{
    http_response_code($status);
    header('Content-Type: application/json');
    exit(json_encode($content));
}
