# A call, the limits, and webhooks that are checked: npx ringback exec -- ruby recipe.rb (no gem is needed).
require 'base64'
require 'json'
require 'net/http'
require 'openssl'

WORLD = "#{ENV.fetch('RINGBACK_CONTROL_URL')}/worlds/#{ENV.fetch('RINGBACK_WORLD')}"
API = ENV.fetch('RINGBACK_BASE_URL')

def ask(url, body = nil, key: nil)
  uri = URI(url)
  headers = { 'Content-Type' => 'application/json' }
  headers['Authorization'] = "Bearer #{key}" if key
  answer = body ? Net::HTTP.post(uri, body.to_json, headers) : Net::HTTP.get_response(uri, headers)
  answer.value # Raises unless it is a success.
  answer
end

# HMAC-SHA256 of the raw bytes with the whole secret, whsec_ included, before they are parsed.
def genuine?(bytes, signature, secret)
  OpenSSL.secure_compare("sha256=#{OpenSSL::HMAC.hexdigest('SHA256', secret, bytes)}", signature.to_s)
end

key = ENV.fetch('RINGBACK_API_KEY')
# The secret is shown once, here.
webhook = { url: ENV.fetch('RINGBACK_INBOX_URL'), events: ['call.completed'] }
secret = JSON.parse(ask("#{API}/webhooks", webhook, key:).body).dig('data', 'secret')

# Numbers that end in 0001 are answered. The same external_id never rings twice.
call = { phone_number: '+81312340001', external_id: 'order-1',
         staff_id: ENV.fetch('RINGBACK_STAFF_ID').to_i, project_id: ENV.fetch('RINGBACK_PROJECT_ID').to_i }
placed = ask("#{API}/calls/initiate", call, key:)
puts "placed, #{placed['X-RateLimit-Remaining']} of #{placed['X-RateLimit-Limit']} requests are left this minute"

ask("#{WORLD}/clock/advance", { by: 'PT5M' }) # The call ends, and its event is delivered: no waiting.
inbox = JSON.parse(ask("#{WORLD}/inbox/#{File.basename(ENV.fetch('RINGBACK_INBOX_URL'))}").body)
inbox.fetch('data').each do |message|
  bytes = Base64.decode64(message.dig('body', 'base64'))
  puts genuine?(bytes, message['headers']['X-Service-Signature'], secret) ? 'genuine' : 'forged'
end
