<?php

// Verifies a delivery that was saved to files:
// ANDEN_WEBHOOK_SECRETS=whsec_… php main.php headers.txt body.json

require __DIR__ . '/verify_webhook.php';

$secrets = array_values(array_filter(explode(',', (string) getenv('ANDEN_WEBHOOK_SECRETS'))));
$signature = null;
foreach (file($argv[1], FILE_IGNORE_NEW_LINES) as $line) {
    if (stripos($line, 'service-signature:') === 0) {
        $signature = substr($line, strlen('service-signature:'));
    }
}
$body = file_get_contents($argv[2]);

try {
    verify_webhook($signature, $body, $secrets);
} catch (SignatureError $error) {
    echo 'invalid ', $error->getMessage(), "\n";
    exit(1);
}
$event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
echo "valid {$event['type']} {$event['id']}\n";
