// A call, the limits, and webhooks that are checked: npx ringback exec -- java Recipe.java (Java 17, no library).
import java.net.URI;
import java.net.http.*;
import java.security.MessageDigest;
import java.util.*;
import java.util.regex.Pattern;
import javax.crypto.*;
import javax.crypto.spec.SecretKeySpec;

class Recipe {
    static final Map<String, String> ENV = System.getenv();
    static final HttpClient HTTP = HttpClient.newHttpClient();
    static HttpResponse<String> ask(String url, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json");
        if (url.startsWith(ENV.get("RINGBACK_BASE_URL"))) request.header("Authorization", "Bearer " + ENV.get("RINGBACK_API_KEY"));
        if (body != null) request.POST(HttpRequest.BodyPublishers.ofString(body));
        var answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300) throw new IllegalStateException(url + " " + answer.body());
        return answer;
    }
    /** HMAC-SHA256 of the raw bytes, before they are parsed, with the whole secret, whsec_ included. */
    static boolean genuine(byte[] body, String signature, String secret) throws Exception {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(), "HmacSHA256"));
        return MessageDigest.isEqual(("sha256=" + HexFormat.of().formatHex(mac.doFinal(body))).getBytes(), signature.getBytes());
    }

    public static void main(String[] args) throws Exception {
        String api = ENV.get("RINGBACK_BASE_URL"), inbox = ENV.get("RINGBACK_INBOX_URL"), world = ENV.get("RINGBACK_CONTROL_URL") + "/worlds/" + ENV.get("RINGBACK_WORLD");
        var hook = Pattern.compile("\"secret\":\"([^\"]+)").matcher(ask(api + "/webhooks", "{\"url\":\"" + inbox + "\",\"events\":[\"call.completed\"]}").body());
        hook.find(); // The secret is shown once, here. Numbers that end in 0001 are answered; the same external_id never rings twice.
        var limits = ask(api + "/calls/initiate", "{\"phone_number\":\"+81312340001\",\"external_id\":\"order-1\",\"staff_id\":%s,\"project_id\":%s}".formatted(ENV.get("RINGBACK_STAFF_ID"), ENV.get("RINGBACK_PROJECT_ID"))).headers();
        System.out.printf("placed, %s of %s requests are left this minute%n", limits.firstValue("X-RateLimit-Remaining").get(), limits.firstValue("X-RateLimit-Limit").get());
        ask(world + "/clock/advance", "{\"by\":\"PT5M\"}"); // The call ends, and its event is delivered: no waiting.
        for (String message : ask(world + "/inbox/" + inbox.substring(inbox.lastIndexOf('/') + 1), null).body().split("\\{\"id\":")) {
            var body = Pattern.compile("\"base64\":\"([^\"]+)").matcher(message); var sent = Pattern.compile("\"X-Service-Signature\":\"([^\"]+)").matcher(message);
            if (body.find()) System.out.println(genuine(Base64.getDecoder().decode(body.group(1)), sent.find() ? sent.group(1) : "", hook.group(1)) ? "genuine" : "forged");
        }
    }
}
