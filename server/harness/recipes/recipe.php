<?php
// A call, the limits, and webhooks that are checked: npx ringback exec -- php recipe.php (no extension is needed).
$env = getenv();
$world = "{$env['RINGBACK_CONTROL_URL']}/worlds/{$env['RINGBACK_WORLD']}";

/** Sends JSON; returns the decoded answer and its headers, with names in lower case. */
function ask(string $url, ?array $body = null, ?string $key = null): array {
    $headers = ['Content-Type: application/json', ...($key ? ["Authorization: Bearer $key"] : [])];
    $http = ['method' => $body ? 'POST' : 'GET', 'header' => $headers, 'content' => $body ? json_encode($body) : ''];
    $text = file_get_contents($url, false, stream_context_create(['http' => $http]));
    if ($text === false) exit(1);
    $answered = [];
    foreach ($http_response_header as $line)
        if (str_contains($line, ': ')) [$answered[strtolower(strtok($line, ':'))]] = [explode(': ', $line, 2)[1]];
    return [json_decode($text, true), $answered];
}

/** HMAC-SHA256 of the raw bytes with the whole secret, whsec_ included, before they are parsed. */
function genuine(string $bytes, string $signature, string $secret): bool {
    return hash_equals('sha256=' . hash_hmac('sha256', $bytes, $secret), $signature);
}

// The secret is shown once, here.
$webhook = ['url' => $env['RINGBACK_INBOX_URL'], 'events' => ['call.completed']];
[$registered] = ask("{$env['RINGBACK_BASE_URL']}/webhooks", $webhook, $env['RINGBACK_API_KEY']);

// Numbers that end in 0001 are answered. The same external_id never rings twice.
$call = ['phone_number' => '+81312340001', 'external_id' => 'order-1',
    'staff_id' => (int) $env['RINGBACK_STAFF_ID'], 'project_id' => (int) $env['RINGBACK_PROJECT_ID']];
[, $headers] = ask("{$env['RINGBACK_BASE_URL']}/calls/initiate", $call, $env['RINGBACK_API_KEY']);
echo "placed, {$headers['x-ratelimit-remaining']} of {$headers['x-ratelimit-limit']} requests are left this minute\n";

ask("$world/clock/advance", ['by' => 'PT5M']); // The call ends, and its event is delivered: no waiting.
[$inbox] = ask("$world/inbox/" . basename($env['RINGBACK_INBOX_URL']));
foreach ($inbox['data'] as ['body' => $body, 'headers' => $sent]) {
    $bytes = base64_decode($body['base64']);
    echo genuine($bytes, $sent['X-Service-Signature'] ?? '', $registered['data']['secret']) ? "genuine\n" : "forged\n";
}
