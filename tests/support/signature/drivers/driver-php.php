<?php
require __DIR__ . '/is_genuine.php';

while (($line = fgets(STDIN)) !== false) {
    [$secret, $header, $body] = array_map(fn ($field) => base64_decode(substr($field, 1)), explode(' ', trim($line)));
    echo is_genuine($secret, $header, $body) ? "true\n" : "false\n";
}
