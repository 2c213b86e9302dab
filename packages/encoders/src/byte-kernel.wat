;; Compares a vector with many others, all rounded to bytes. `tools/generate-kernel.mjs` makes byte-kernel.generated.ts of this.
(module
  (memory (import "memory" "memory") 1)

  ;; Copies bytes as numbers of 16 bits; a multiple of 8.
  (func (export "widen") (param $from i32) (param $to i32) (param $count i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $from) (local.get $count)))
    (loop $next
      (v128.store (local.get $to) (v128.load8x8_s (local.get $from)))
      (local.set $from (i32.add (local.get $from) (i32.const 8)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $from) (local.get $end)))))

  ;; The dot products of a query of 16-bit numbers and the listed rows of `stride` bytes, a multiple of 32.
  (func (export "score")
    (param $query i32) (param $rows i32) (param $stride i32) (param $list i32) (param $count i32) (param $scores i32)
    (local $entry i32) (local $last i32) (local $row i32) (local $end i32) (local $at i32) (local $sum i32)
    (local $even v128) (local $odd v128)
    (local.set $last (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))

    ;; Rows lie anywhere in memory. Touching all of them first lets the processor fetch several at a time.
    (local.set $entry (local.get $list))
    (block $touched
      (loop $each
        (br_if $touched (i32.eq (local.get $entry) (local.get $last)))
        (local.set $row (i32.add (local.get $rows) (i32.mul (i32.load (local.get $entry)) (local.get $stride))))
        (local.set $end (i32.add (local.get $row) (local.get $stride)))
        (loop $line
          (local.set $sum (i32.add (local.get $sum) (i32.load8_u (local.get $row))))
          (br_if $line (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 64))) (local.get $end))))
        (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
        (br $each)))
    ;; Written so that the reads are not left out; overwritten below.
    (i32.store (local.get $scores) (local.get $sum))

    (local.set $entry (local.get $list))
    (block $done
      (loop $each
        (br_if $done (i32.eq (local.get $entry) (local.get $last)))
        (local.set $row (i32.add (local.get $rows) (i32.mul (i32.load (local.get $entry)) (local.get $stride))))
        (local.set $end (i32.add (local.get $row) (local.get $stride)))
        (local.set $at (local.get $query))
        (local.set $even (v128.const i32x4 0 0 0 0))
        (local.set $odd (v128.const i32x4 0 0 0 0))
        (loop $next
          (local.set $even (i32x4.add (local.get $even)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $row)) (v128.load (local.get $at)))))
          (local.set $odd (i32x4.add (local.get $odd)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $row)) (v128.load offset=16 (local.get $at)))))
          (local.set $even (i32x4.add (local.get $even)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $row)) (v128.load offset=32 (local.get $at)))))
          (local.set $odd (i32x4.add (local.get $odd)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $row)) (v128.load offset=48 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br_if $next (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 32))) (local.get $end))))
        (local.set $even (i32x4.add (local.get $even) (local.get $odd)))
        (i32.store (local.get $scores) (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $even)) (i32x4.extract_lane 1 (local.get $even)))
          (i32.add (i32x4.extract_lane 2 (local.get $even)) (i32x4.extract_lane 3 (local.get $even)))))
        (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
        (local.set $scores (i32.add (local.get $scores) (i32.const 4)))
        (br $each)))))
