<?php

require __DIR__ . '/anden.php';

echo call('GET', '/me')['client']['name'], "\n";
