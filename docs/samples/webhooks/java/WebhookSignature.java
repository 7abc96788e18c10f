import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class WebhookSignature {
  private static final long TOLERANCE_SECONDS = 300;

  static final class SignatureException extends Exception {
    SignatureException(String reason) {
      super(reason);
    }
  }

  /**
   * Throws SignatureException unless the request is a delivery. The body is the raw one: in Spring, a
   * {@code @RequestBody byte[]}. Pass both secrets while a rotation overlaps. Needs Java 17.
   */
  static void verify(String signatureHeader, byte[] body, List<String> secrets, Instant now)
      throws SignatureException, GeneralSecurityException {
    // Anybody can sign with an empty secret, such as that of an unset variable.
    if (secrets.isEmpty() || secrets.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("a signing secret is missing");
    }
    if (signatureHeader == null) throw new SignatureException("no-header");
    List<String> times = new ArrayList<>();
    List<byte[]> signatures = new ArrayList<>();
    for (String untrimmed : signatureHeader.split(",")) {
      String part = untrimmed.strip();
      if (part.startsWith("t=")) times.add(part.substring(2));
      else if (part.matches("v1=[0-9a-f]{64}")) signatures.add(HexFormat.of().parseHex(part.substring(3)));
    }
    if (times.size() != 1 || !times.get(0).matches("0|[1-9][0-9]{0,11}") || signatures.isEmpty()) {
      throw new SignatureException("malformed");
    }

    boolean matches = false;
    for (String secret : secrets) {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update((times.get(0) + ".").getBytes(StandardCharsets.UTF_8));
      byte[] expected = mac.doFinal(body);
      // Compares in constant time.
      for (byte[] given : signatures) matches |= MessageDigest.isEqual(expected, given);
    }
    if (!matches) throw new SignatureException("no-match");

    long age = now.getEpochSecond() - Long.parseLong(times.get(0));
    if (age > TOLERANCE_SECONDS) throw new SignatureException("too-old");
    if (age < -TOLERANCE_SECONDS) throw new SignatureException("too-new");
  }

  private WebhookSignature() {}
}
