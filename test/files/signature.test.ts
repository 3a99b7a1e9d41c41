import { expect, test } from 'vitest';
import { signatureOf } from '../support/s3/signature.ts';

/** The examples of the documentation of Amazon S3, "Signature Calculations for the Authorization Header". */
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const common = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' };

test.each([
  [
    'GET',
    '/test.txt',
    { ...common, range: 'bytes=0-9', 'x-amz-content-sha256': empty },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT',
    '/test%24file.text',
    {
      ...common,
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET',
    '/?lifecycle',
    { ...common, 'x-amz-content-sha256': empty },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'GET',
    '/?max-keys=2&prefix=J',
    { ...common, 'x-amz-content-sha256': empty },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('the stub of a store signs %s %s as the published example does', (method, target, headers, signature) => {
  const authorization =
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
    `SignedHeaders=${Object.keys(headers).toSorted().join(';')},Signature=${signature}`;
  expect(signatureOf({ method, target, headers: { ...headers, authorization } }, secret)).toBe(signature);
});
