final class Driver {
    public static void main(String[] arguments) throws Exception {
        var lines = new java.io.BufferedReader(new java.io.InputStreamReader(System.in, UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] fields = line.split(" ");
            byte[][] decoded = new byte[3][];
            for (int i = 0; i < 3; i++) decoded[i] = java.util.Base64.getDecoder().decode(fields[i].substring(1));
            System.out.println(WebhookSignature.isGenuine(new String(decoded[0], UTF_8), new String(decoded[1], UTF_8), decoded[2]));
        }
    }
}
