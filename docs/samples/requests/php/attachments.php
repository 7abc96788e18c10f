<?php

require __DIR__ . '/anden.php';

$name = 'purchase-order.pdf';
$boundary = bin2hex(random_bytes(16));
$body = "--$boundary\r\n"
    . "Content-Disposition: form-data; name=\"file\"; filename=\"$name\"\r\n"
    . "Content-Type: application/pdf\r\n\r\n"
    . file_get_contents($name) . "\r\n--$boundary--\r\n";

$path = '/orders/' . getenv('ORDER') . '/attachments';
$answer = send('POST', $path, $body, ["Content-Type: multipart/form-data; boundary=$boundary"]);
echo json_decode($answer, true)['file_name'], "\n";
