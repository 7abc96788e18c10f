<?php

require __DIR__ . '/anden.php';

function rows(string $path, array $filters = []): Generator
{
    do {
        $page = call('GET', $path, query: $filters);
        yield from $page['data'];
        $filters['cursor'] = $page['next_cursor'];
    } while ($page['has_more']);
}

foreach (rows('/orders', ['status' => 'pending,approved']) as $order) {
    echo "{$order['order_number']} {$order['status']}\n";
}
