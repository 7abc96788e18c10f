<?php

/** An error of the service: `body` is its problem document. */
class Problem extends Exception
{
    public function __construct(public int $status, public array $headers, public array $body)
    {
        parent::__construct("$status {$body['title']}: {$body['detail']} ({$body['request_id']})");
    }
}

/** Sends JSON, and returns the JSON of the answer; throws Problem. */
function call(string $method, string $path, ?array $body = null, array $headers = [], array $query = []): array
{
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
    }
    return json_decode(send($method, $path, json_encode($body), $headers, $query), true);
}

function send(string $method, string $path, string $content, array $headers, array $query = []): string
{
    // https://portal.example.com/api/v1/portal
    $address = getenv('ANDEN_URL') . $path . ($query ? '?' . http_build_query($query) : '');
    $headers[] = 'Authorization: Bearer ' . getenv('ANDEN_API_KEY');
    $request = ['method' => $method, 'header' => $headers, 'timeout' => 30, 'ignore_errors' => true];
    if ($method !== 'GET') {
        $request['content'] = $content;
    }
    $answer = @file_get_contents($address, false, stream_context_create(['http' => $request]));
    if ($answer === false) {
        throw new RuntimeException("no answer from $address");
    }
    $status = (int) explode(' ', $http_response_header[0])[1];
    if ($status >= 400) {
        throw new Problem($status, $http_response_header, json_decode($answer, true));
    }
    return $answer;
}
