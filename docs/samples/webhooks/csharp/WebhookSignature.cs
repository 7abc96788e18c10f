using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

public sealed class SignatureException : Exception
{
    public SignatureException(string reason) : base(reason) { }
}

public static class WebhookSignature
{
    const long ToleranceSeconds = 300;

    /// <summary>
    /// Throws SignatureException unless the request is a delivery. The body is the raw one: in ASP.NET Core, copy
    /// Request.Body to a MemoryStream. Pass both secrets while a rotation overlaps.
    /// </summary>
    public static void Verify(string signatureHeader, byte[] body, IReadOnlyCollection<string> secrets, DateTimeOffset now)
    {
        // Anybody can sign with an empty secret, such as that of an unset variable.
        if (secrets.Count == 0 || secrets.Any(string.IsNullOrWhiteSpace))
            throw new ArgumentException("a signing secret is missing");
        if (signatureHeader == null) throw new SignatureException("no-header");
        var parts = signatureHeader.Split(',').Select(part => part.Trim()).ToList();
        var times = parts.Where(part => part.StartsWith("t=", StringComparison.Ordinal)).ToList();
        var signatures = parts
            .Where(part => Regex.IsMatch(part, @"\Av1=[0-9a-f]{64}\z"))
            .Select(part => part.Substring(3))
            .ToList();
        if (times.Count != 1 || !Regex.IsMatch(times[0], @"\At=(0|[1-9][0-9]{0,11})\z") || signatures.Count == 0)
            throw new SignatureException("malformed");
        var time = times[0].Substring(2);

        var signed = Encoding.UTF8.GetBytes(time + ".").Concat(body).ToArray();
        var matches = false;
        foreach (var secret in secrets)
        {
            var expected = HexHmac(secret, signed);
            foreach (var signature in signatures) matches |= FixedTimeEquals(expected, signature);
        }
        if (!matches) throw new SignatureException("no-match");

        var age = now.ToUnixTimeSeconds() - long.Parse(time, CultureInfo.InvariantCulture);
        if (age > ToleranceSeconds) throw new SignatureException("too-old");
        if (age < -ToleranceSeconds) throw new SignatureException("too-new");
    }

    static string HexHmac(string secret, byte[] message)
    {
        using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
            return string.Concat(hmac.ComputeHash(message).Select(one => one.ToString("x2")));
    }

    // .NET has CryptographicOperations.FixedTimeEquals for this; .NET Framework and Mono do not.
    static bool FixedTimeEquals(string a, string b)
    {
        var difference = a.Length ^ b.Length;
        for (var i = 0; i < a.Length && i < b.Length; i++) difference |= a[i] ^ b[i];
        return difference == 0;
    }
}
