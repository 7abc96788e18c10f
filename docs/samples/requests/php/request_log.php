<?php

require __DIR__ . '/anden.php';

foreach (call('GET', '/requests', query: ['limit' => 5])['data'] as $row) {
    $type = $row['problem']['type'] ?? '';
    echo "{$row['status']} {$row['method']} {$row['path']} $type {$row['request_id']}\n";
}
