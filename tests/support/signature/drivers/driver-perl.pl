use strict;
use warnings;
use FindBin;
use MIME::Base64 qw(decode_base64);
require "$FindBin::Bin/is_genuine.pl";

while (my $line = <STDIN>) {
    my ($secret, $header, $body) = map { decode_base64(substr $_, 1) } split ' ', $line;
    print is_genuine($secret, $header, $body) ? "true\n" : "false\n";
}
