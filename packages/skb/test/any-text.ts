import fc from 'fast-check';

/** Every UTF-16 code unit on its own, so with lone surrogates, NUL and characters outside the basic plane. */
export const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd700, max: 0xe100 }), fc.constant(0)))
  .map((units) => String.fromCharCode(...units));

/** Texts of which many are equal, or begin alike. */
export const similarText = fc.oneof(
  anyText,
  fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\uffff', 'é'), maxLength: 12 }),
  fc.nat(200).map((number) => `node number ${number}`),
);
