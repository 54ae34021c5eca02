/** What a new cluster's ingress presents: a self-signed certificate with nothing behind it, in a bundle. */
export const ingressCertificate = `-----BEGIN CERTIFICATE-----
MIIBjTCCATOgAwIBAgIUXHyRMeUPOR42jryEYQdn4EIbhJwwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQaW5ncmVzcy1vcGVyYXRvcjAgFw0yNjExMTUxNjA5NTlaGA8y
MTI2MTAyMjE2MDk1OVowGzEZMBcGA1UEAwwQaW5ncmVzcy1vcGVyYXRvcjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABMAFGebxRCfEfhaDZC2aDGliwGp6+x07dLgn
uIHJVS2AIPAWQOR6jI6B7rywkfdd0dQ292rWnkK6Q+7rlvyGosujUzBRMB0GA1Ud
DgQWBBQazYyI7SAphmaGOr+rf+Tf958dejAfBgNVHSMEGDAWgBQazYyI7SAphmaG
Or+rf+Tf958dejAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQDd
jsd0oEYiV2Hy53QAVpCna/F1nmLeC7BNIQ5iP+yvhgIgL4u8DhPZLKyyRO6/YyPA
Ve2WXQ7BpqCxih2pvVttVi8=
-----END CERTIFICATE-----
`;
