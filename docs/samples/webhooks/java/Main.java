// Verifies a delivery that was saved to files:
// javac *.java && ANDEN_WEBHOOK_SECRETS=whsec_… java Main headers.txt body.json
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class Main {
  public static void main(String[] args) throws Exception {
    String given = System.getenv().getOrDefault("ANDEN_WEBHOOK_SECRETS", "");
    List<String> secrets = Arrays.stream(given.split(",")).filter(secret -> !secret.isEmpty()).toList();
    String signature =
        Files.readAllLines(Path.of(args[0])).stream()
            .filter(line -> line.toLowerCase().startsWith("service-signature:"))
            .map(line -> line.substring(line.indexOf(':') + 1))
            .findFirst()
            .orElse(null);
    byte[] body = Files.readAllBytes(Path.of(args[1]));
    try {
      WebhookSignature.verify(signature, body, secrets, Instant.now());
    } catch (WebhookSignature.SignatureException error) {
      System.out.println("invalid " + error.getMessage());
      System.exit(1);
    }
    // A receiver would use its JSON library; the envelope begins with its id and type.
    String text = new String(body, StandardCharsets.UTF_8);
    Matcher envelope = Pattern.compile("^\\{\"id\":\"([^\"]*)\",\"type\":\"([^\"]*)\"").matcher(text);
    if (!envelope.find()) throw new IllegalArgumentException("the body is not an event");
    System.out.println("valid " + envelope.group(2) + " " + envelope.group(1));
  }
}
