// What a menu offers, as Discord's API describes it: options of its own, or people, roles and channels.
const KINDS = { 5: ["people"], 6: ["roles"], 7: ["people", "roles"], 8: ["channels"] };

// `around` answers people(), roles() and channels().
export function choices(part, around) {
  if (!KINDS[part.type]) return part.options ?? [];
  const before = new Set((part.default_values ?? []).map((value) => value.id));
  const fits = (item) => !part.channel_types?.length || part.channel_types.includes(item.type);
  const found = KINDS[part.type].flatMap((kind) => around[kind]()).filter(fits);
  return found.map((item) => ({ ...item, default: before.has(item.value) }));
}
