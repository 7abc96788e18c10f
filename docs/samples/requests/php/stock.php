<?php

require __DIR__ . '/anden.php';

foreach (call('GET', '/stock', query: ['min_quantity' => 1])['data'] as $row) {
    echo "{$row['products']['sku']} {$row['available_quantity']}\n";
}

foreach (call('GET', '/stock/lots', query: ['expiring_before' => '2027-06-30'])['data'] as $lot) {
    echo "{$lot['lot_number']} {$lot['expiry_date']} {$lot['quantity']}\n";
}
