<?php

require __DIR__ . '/anden.php';

$position = is_file('cursor.txt') ? ['cursor' => file_get_contents('cursor.txt')] : [];
do {
    $page = call('GET', '/events', query: ['order' => 'asc'] + $position);
    foreach ($page['data'] as $event) {
        echo "{$event['type']} {$event['id']}\n";
    }
    // Better in your database, in the transaction of your own changes.
    if ($page['next_cursor']) {
        $position = ['cursor' => $page['next_cursor']];
        file_put_contents('cursor.txt', $page['next_cursor']);
    }
} while ($page['has_more']); // run again a minute later
