// Verifies a delivery that was saved to files:
// ANDEN_WEBHOOK_SECRETS=whsec_… dotnet run headers.txt body.json
using System;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

public static class Program
{
    public static int Main(string[] args)
    {
        var secrets = (Environment.GetEnvironmentVariable("ANDEN_WEBHOOK_SECRETS") ?? "")
            .Split(new[] { ',' }, StringSplitOptions.RemoveEmptyEntries);
        var line = File.ReadAllLines(args[0])
            .FirstOrDefault(one => one.StartsWith("service-signature:", StringComparison.OrdinalIgnoreCase));
        var body = File.ReadAllBytes(args[1]);
        try
        {
            WebhookSignature.Verify(line?.Substring(line.IndexOf(':') + 1), body, secrets, DateTimeOffset.UtcNow);
        }
        catch (SignatureException error)
        {
            Console.WriteLine("invalid " + error.Message);
            return 1;
        }
        // A receiver would use System.Text.Json; the envelope begins with its id and type.
        var envelope = Regex.Match(Encoding.UTF8.GetString(body), "^\\{\"id\":\"([^\"]*)\",\"type\":\"([^\"]*)\"");
        Console.WriteLine("valid " + envelope.Groups[2].Value + " " + envelope.Groups[1].Value);
        return 0;
    }
}
