from anden import call

print(call("GET", "/me")["client"]["name"])
