// A receiver of webhooks, with the files of this folder in a console project:
// ANDEN_WEBHOOK_SECRET=whsec_… dotnet run
//
// While a rotation overlaps, give both secrets, separated by a comma. PORT is 8080 by default.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

public static class Program
{
    const int MaxBodyBytes = 4 * 1024 * 1024;

    static string[] secrets;

    // Here only until the program ends. Keep the ids in your database, and insert each in the transaction of its work.
    static readonly HashSet<string> handledIds = new HashSet<string>();

    static void Handle(string type, string id)
    {
        Console.WriteLine(type + " " + id);
    }

    public static int Main()
    {
        secrets = (Environment.GetEnvironmentVariable("ANDEN_WEBHOOK_SECRET") ?? "").Split(',');
        if (secrets.Any(string.IsNullOrWhiteSpace))
        {
            Console.Error.WriteLine("ANDEN_WEBHOOK_SECRET is missing");
            return 1;
        }
        var port = Environment.GetEnvironmentVariable("PORT") ?? "8080";
        var listener = new HttpListener();
        listener.Prefixes.Add("http://127.0.0.1:" + port + "/");
        listener.Start();
        Console.WriteLine("Listening on http://127.0.0.1:" + port + "/hooks");
        while (true)
        {
            var context = listener.GetContext();
            Task.Run(() => Receive(context.Request, context.Response));
        }
    }

    static void Receive(HttpListenerRequest request, HttpListenerResponse response)
    {
        try
        {
            if (request.HttpMethod != "POST")
            {
                Answer(response, 405, "error", "webhooks are sent with POST");
                return;
            }
            var body = ReadBody(request.InputStream);
            if (body == null)
            {
                Answer(response, 413, "error", "the body is too large");
                return;
            }
            WebhookSignature.Verify(request.Headers["Service-Signature"], body, secrets, DateTimeOffset.UtcNow);
            // The envelope begins with its id and type. Read the rest with System.Text.Json.
            var envelope = Regex.Match(
                Encoding.UTF8.GetString(body), "^\\{\"id\":\"([\\w-]+)\",\"type\":\"([\\w.]+)\"");
            if (!envelope.Success)
            {
                Answer(response, 400, "error", "the body is not an event");
                return;
            }
            var id = envelope.Groups[1].Value;
            // A test of the endpoint has made-up data.
            if (!id.StartsWith("evt_test_", StringComparison.Ordinal)) HandleOnce(envelope.Groups[2].Value, id);
            Answer(response, 200, "received", id);
        }
        catch (SignatureException error)
        {
            Answer(response, 400, "error", error.Message);
        }
        catch (Exception error)
        {
            Console.Error.WriteLine(error);
            Answer(response, 500, "error", "the event was not processed");
        }
    }

    static void HandleOnce(string type, string id)
    {
        lock (handledIds)
        {
            if (handledIds.Contains(id)) return;
            Handle(type, id);
            handledIds.Add(id);
        }
    }

    /// <summary>The raw bytes; null if there are too many.</summary>
    static byte[] ReadBody(Stream stream)
    {
        var bytes = new MemoryStream();
        var buffer = new byte[64 * 1024];
        int count;
        while ((count = stream.Read(buffer, 0, buffer.Length)) > 0)
        {
            if (bytes.Length + count > MaxBodyBytes) return null;
            bytes.Write(buffer, 0, count);
        }
        return bytes.ToArray();
    }

    static void Answer(HttpListenerResponse response, int status, string member, string text)
    {
        var body = Encoding.UTF8.GetBytes("{\"" + member + "\":\"" + text + "\"}");
        response.StatusCode = status;
        response.ContentType = "application/json";
        response.Close(body, true);
    }
}
