// A receiver of webhooks:
// javac *.java && ANDEN_WEBHOOK_SECRET=whsec_… java Main
//
// While a rotation overlaps, give both secrets, separated by a comma. PORT is 8080 by default.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class Main {
  private static final int MAX_BODY_BYTES = 4 * 1024 * 1024;

  /** The envelope begins with its id and type. Read the rest with your JSON library. */
  private static final Pattern ENVELOPE = Pattern.compile("^\\{\"id\":\"([\\w-]+)\",\"type\":\"([\\w.]+)\"");

  // Here only until the program ends. Keep the ids in your database, and insert each in the transaction of its work.
  private static final Set<String> handledIds = new HashSet<>();

  private static void handle(String type, String id) {
    System.out.println(type + " " + id);
  }

  public static void main(String[] args) throws IOException {
    List<String> secrets = List.of(System.getenv().getOrDefault("ANDEN_WEBHOOK_SECRET", "").split(",", -1));
    if (secrets.stream().anyMatch(String::isBlank)) {
      System.err.println("ANDEN_WEBHOOK_SECRET is missing");
      System.exit(1);
    }
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.createContext("/", exchange -> receive(exchange, secrets));
    server.start();
    System.out.println("Listening on http://127.0.0.1:" + port + "/hooks");
  }

  private static void receive(HttpExchange exchange, List<String> secrets) throws IOException {
    try {
      if (!exchange.getRequestMethod().equals("POST")) {
        answer(exchange, 405, "error", "webhooks are sent with POST");
        return;
      }
      byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
      if (body.length > MAX_BODY_BYTES) {
        answer(exchange, 413, "error", "the body is too large");
        return;
      }
      String signature = exchange.getRequestHeaders().getFirst("Service-Signature");
      WebhookSignature.verify(signature, body, secrets, Instant.now());
      Matcher envelope = ENVELOPE.matcher(new String(body, StandardCharsets.UTF_8));
      if (!envelope.find()) {
        answer(exchange, 400, "error", "the body is not an event");
        return;
      }
      String id = envelope.group(1);
      // A test of the endpoint has made-up data.
      if (!id.startsWith("evt_test_")) handleOnce(envelope.group(2), id);
      answer(exchange, 200, "received", id);
    } catch (WebhookSignature.SignatureException error) {
      answer(exchange, 400, "error", error.getMessage());
    } catch (Exception error) {
      error.printStackTrace();
      answer(exchange, 500, "error", "the event was not processed");
    }
  }

  private static synchronized void handleOnce(String type, String id) {
    if (handledIds.contains(id)) return;
    handle(type, id);
    handledIds.add(id);
  }

  private static void answer(HttpExchange exchange, int status, String member, String text)
      throws IOException {
    byte[] body = ("{\"" + member + "\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Main() {}
}
