<?php

require __DIR__ . '/anden.php';

$recipient = call('GET', '/destinatarios', query: ['name' => 'Bar Zonda'])['data'][0]
    ?? call('POST', '/destinatarios', ['name' => 'Bar Zonda', 'address' => 'Colón 50']);

$order = call('POST', '/orders', [
    'destinatario_id' => $recipient['id'],
    'reference' => 'OC-2026-0117',
    'items' => [['sku' => getenv('SKU'), 'quantity' => 2]],
], ['Idempotency-Key: ' . bin2hex(random_bytes(16))]);
echo "{$order['reference']} {$order['status']}\n";
if ($order['duplicate_of']) {
    echo "the reference is used already\n";
}

$cancelled = call('PATCH', "/orders/{$order['id']}", ['action' => 'cancel', 'reason' => 'Pedido de prueba']);
echo "{$cancelled['reference']} {$cancelled['status']}\n";
