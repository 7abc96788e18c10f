<?php

require __DIR__ . '/anden.php';

// The number of the order in your own system: store it before the first attempt.
$ownNumber = getenv('NUMBER') ?: 'web-1001';
$order = [
    'destinatario_id' => getenv('DESTINATARIO'),
    'items' => [['product_id' => getenv('PRODUCT'), 'quantity' => 1]],
];

function place(array $order, string $ownNumber, int $attempts = 5): array
{
    for ($attempt = 1; ; $attempt++) {
        $wait = 2 ** $attempt;
        try {
            return call('POST', '/orders', $order, ["Idempotency-Key: $ownNumber"]);
        } catch (Problem $problem) {
            if (!in_array($problem->status, [429, 500, 503], true) || $attempt === $attempts) {
                throw $problem;
            }
            foreach ($problem->headers as $header) {
                if (preg_match('/^retry-after: *(\d+)/i', $header, $found)) {
                    $wait = (int) $found[1];
                }
            }
        } catch (RuntimeException $error) {
            if ($attempt === $attempts) {
                throw $error;
            }
        }
        sleep($wait);
    }
}

echo place($order, $ownNumber)['order_number'], "\n";
echo place($order, $ownNumber)['order_number'], "\n"; // the same order
