require_relative "genuine"

STDIN.each_line do |line|
  secret, header, body = line.split.map { |field| field[1..].unpack1("m") }
  puts genuine?(secret, header, body)
end
