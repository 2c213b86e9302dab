/**
 * Folds a name so that spellings of it compare equal: compatibility decomposition (NFKD) without combining marks and
 * invisible format characters, lower case (with one form of the Greek sigma), and each run of punctuation, white space
 * and control characters as one space; trimmed. Symbols such as `+` stay, so `C++` is not `C`. Applying it twice changes
 * nothing more.
 */
export function normalizeName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .replaceAll('ς', 'σ')
    .replace(/[\p{P}\p{Z}\p{Cc}]+/gu, ' ')
    .trim();
}
