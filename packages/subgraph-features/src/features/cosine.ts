/** The cosine of two vectors, 0 when one of them is zero. */
export function cosine(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let [product, ofLeft, ofRight] = [0, 0, 0];
  for (let place = 0; place < left.length; place++) {
    product += left[place]! * right[place]!;
    ofLeft += left[place]! ** 2;
    ofRight += right[place]! ** 2;
  }
  return product === 0 ? 0 : product / Math.sqrt(ofLeft * ofRight);
}
