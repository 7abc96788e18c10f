<?php

require __DIR__ . '/anden.php';

function place(int $quantity): ?array
{
    $order = [
        'destinatario_id' => getenv('DESTINATARIO'),
        'items' => [['product_id' => getenv('PRODUCT'), 'quantity' => $quantity]],
    ];
    try {
        return call('POST', '/orders', $order, ['Idempotency-Key: ' . bin2hex(random_bytes(16))]);
    } catch (Problem $problem) {
        if (str_ends_with($problem->body['type'], '/orders/insufficient-stock')) {
            foreach ($problem->body['shortages'] as $shortage) {
                echo "{$shortage['requested']} requested, {$shortage['available']} available\n";
            }
        } elseif (isset($problem->body['errors'])) {
            foreach ($problem->body['errors'] as $fault) {
                echo "{$fault['pointer']} {$fault['detail']}\n";
            }
        } else {
            throw $problem;
        }
        return null;
    }
}

place(-1);
place(1_000_000);
