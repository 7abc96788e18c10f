<?php

const TOLERANCE_SECONDS = 300;

class SignatureError extends Exception
{
}

/**
 * Throws SignatureError unless the request is a delivery. $body is the raw one: file_get_contents('php://input').
 * The header is $_SERVER['HTTP_SERVICE_SIGNATURE'] ?? null. Pass both secrets while a rotation overlaps.
 */
function verify_webhook(?string $signatureHeader, string $body, array $secrets, ?int $now = null): void
{
    // Anybody can sign with an empty secret, such as that of an unset variable.
    if ($secrets === [] || in_array('', array_map('trim', $secrets), true)) {
        throw new InvalidArgumentException('a signing secret is missing');
    }
    if ($signatureHeader === null) {
        throw new SignatureError('no-header');
    }
    $times = [];
    $signatures = [];
    foreach (array_map('trim', explode(',', $signatureHeader)) as $part) {
        if (str_starts_with($part, 't=')) {
            $times[] = substr($part, 2);
        } elseif (preg_match('/^v1=[0-9a-f]{64}$/D', $part)) {
            $signatures[] = substr($part, 3);
        }
    }
    if (count($times) !== 1 || !preg_match('/^(0|[1-9][0-9]{0,11})$/D', $times[0]) || $signatures === []) {
        throw new SignatureError('malformed');
    }

    $matches = false;
    foreach ($secrets as $secret) {
        $expected = hash_hmac('sha256', $times[0] . '.' . $body, $secret);
        foreach ($signatures as $signature) {
            $matches = hash_equals($expected, $signature) || $matches;
        }
    }
    if (!$matches) {
        throw new SignatureError('no-match');
    }

    $age = ($now ?? time()) - (int) $times[0];
    if ($age > TOLERANCE_SECONDS) {
        throw new SignatureError('too-old');
    }
    if ($age < -TOLERANCE_SECONDS) {
        throw new SignatureError('too-new');
    }
}
